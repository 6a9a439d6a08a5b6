#include <stdio.h>

#include "grundy.h"

int main(void)
{
    puts(grundy_version());
    return 0;
}
